/** Who made a document. The version is that of package.json; a test holds them together. */
export const TOOL = { name: 'witnessmark', version: '0.1.0' } as const;
