import type { DecisionsView } from '../../queries/answers.ts';

export type LogView = DecisionsView['logs'][number];
export type DecisionRow = LogView['decisions'][number];
