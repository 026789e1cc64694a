import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { FindingsDocument } from '../../src/model/findings.ts';

export type Schema = { readonly [member: string]: unknown };

export const findingsSchema = JSON.parse(
  readFileSync(new URL('../../public/findings.schema.json', import.meta.url), 'utf8'),
) as Schema & { readonly $defs: Readonly<Record<string, Schema>> };

/** The published schema lets a later release add a member; here every member must be in it. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in copy ? { ...copy, additionalProperties: false } : copy;
}

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
const asPublished = ajv.compile(findingsSchema);
const asClosed = ajv.compile({ ...(closed(findingsSchema) as object), $id: 'closed' });

/** What is wrong with a document by the schema; empty when nothing is. */
export function schemaErrors(document: unknown): readonly string[] {
  return [asPublished, asClosed].flatMap((validate) =>
    validate(document) ? [] : (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message}`),
  );
}

/** The printed document, once it is sure to be one. @throws Error with the schema's complaints */
export function parseFindings(text: string): FindingsDocument {
  const document = JSON.parse(text) as FindingsDocument;
  const errors = schemaErrors(document);
  if (errors.length > 0) throw new Error(errors.slice(0, 5).join('\n'));
  return document;
}
