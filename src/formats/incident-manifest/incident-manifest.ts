import type { Format } from '../format.ts';
import { detectIncidentManifest } from './detect.ts';
import { parseIncidentManifest } from './parse.ts';

/** `incident.json`: what the files of a bundle are (design.md 3). */
export const incidentManifest: Format = {
  id: 'incident-manifest',
  label: 'Incident manifest',
  detect: detectIncidentManifest,
  parse: parseIncidentManifest,
};
