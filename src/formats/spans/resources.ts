import { exactForm } from '../../lib/json-exact-form.ts';
import type { ResourceRecord } from '../../model/span.ts';
import type { Attributes } from './attributes.ts';
import { textOf } from './attributes.ts';

/** A resource whose spans came first: one object that all of them share, filled in when the resource is read. */
export interface LateResource extends ResourceRecord {
  serviceName: string;
  processId?: string;
  key: string;
}

export const NO_RESOURCE: ResourceRecord = Object.freeze({ serviceName: '', key: '{}' });

/** Gives equal resources one object. */
export interface ResourceShelf {
  of(attributes: Attributes): ResourceRecord;
  /** A resource that is not known yet. Fill it with `fill`. */
  late(): LateResource;
  fill(late: LateResource, attributes: Attributes): void;
}

export function createResourceShelf(): ResourceShelf {
  const shelf = new Map<string, ResourceRecord>();
  const of = (attributes: Attributes): ResourceRecord => {
    const key = exactForm(attributes);
    const known = shelf.get(key);
    if (known !== undefined) return known;
    const processId = processOf(attributes);
    const fresh: ResourceRecord = Object.freeze({
      serviceName: textOf(attributes.get('service.name')) ?? '',
      ...(processId === undefined ? {} : { processId }),
      key,
    });
    shelf.set(key, fresh);
    return fresh;
  };
  return {
    of,
    late: () => ({ serviceName: '', key: NO_RESOURCE.key }),
    fill(late, attributes) {
      const { serviceName, processId, key } = of(attributes);
      late.serviceName = serviceName;
      late.key = key;
      if (processId !== undefined) late.processId = processId;
    },
  };
}

/** What names one process: an instance id, or a host and a process id (design.md 5.2, `single-clock`). */
function processOf(attributes: Attributes): string | undefined {
  const instance = textOf(attributes.get('service.instance.id'));
  if (instance !== undefined && instance !== '') return `instance ${instance}`;
  const host = HOSTS.map((key) => textOf(attributes.get(key))).find(
    (text) => text !== undefined && text !== '',
  );
  const pid = textOf(attributes.get('process.pid') ?? attributes.get('process.id'));
  return host === undefined || pid === undefined || pid === '' ? undefined : `pid ${pid} on ${host}`;
}

const HOSTS = ['host.name', 'host.id', 'hostname', 'container.id', 'k8s.pod.uid', 'k8s.pod.name'] as const;
