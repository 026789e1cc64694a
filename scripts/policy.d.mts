export const CONTENT_SECURITY_POLICY: string;
export const HEADERS: Readonly<Record<string, string>>;
