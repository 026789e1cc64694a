export function countTests(unitReport: string, e2eReport: string): { passed: number; failed: number };
