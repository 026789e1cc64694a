/** Steps that are ordered among themselves; sections are set apart by the evidence. */
export interface Section {
  readonly nodes: readonly number[];
}

interface LineAt {
  readonly is: 'head' | 'step';
  readonly section: number;
  readonly at?: number;
}

/** A step moved to another's place, inside of its section; undefined where that is not possible. */
export function moveWithin(
  sections: readonly Section[],
  line: LineAt | undefined,
  to: LineAt | undefined,
): readonly Section[] | undefined {
  if (line?.at === undefined || to?.at === undefined || line.section !== to.section || line.at === to.at) {
    return undefined;
  }
  const [from, target] = [line.at, to.at];
  return sections.map((section, i) => {
    if (i !== line.section) return section;
    const nodes = [...section.nodes];
    const [node] = nodes.splice(from, 1);
    if (node !== undefined) nodes.splice(target, 0, node);
    return { ...section, nodes };
  });
}
