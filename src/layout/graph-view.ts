export const NODE_KINDS = ['span', 'turn', 'model', 'tool', 'agent', 'dispatch', 'ghost'] as const;
export type NodeKind = (typeof NODE_KINDS)[number];
/** Bits of `GraphView.flags`. */
export const NODE_FLAG = {
  overlap: 1,
  orphan: 2,
  question: 4,
  conflict: 8,
  endUnknown: 16,
  noTime: 32,
} as const;

/** The graph of a session as coordinates; node numbers are positions in the node arrays, by start, then by content. */
export interface GraphView {
  readonly axis: 'order' | 'time';
  /** For the time axis: ns since the epoch of x = 0. */
  readonly base: bigint;
  readonly nodeCount: number;
  readonly laneCount: number;
  /** Row in the span table, NONE (0xffffffff) for ghosts and steps that only a log knows. */
  readonly row: Uint32Array;
  /** Step index, NONE when the node is no step. */
  readonly step: Uint32Array;
  /** The step's context, NONE when the node is no step. */
  readonly context: Uint32Array;
  readonly kind: Uint8Array;
  readonly flags: Uint8Array;
  /** Node above in the span tree (a ghost for an orphan), NONE at the top. */
  readonly parent: Uint32Array;
  /** ns after base, or rank units: on the order axis an edge between two nodes neither of which holds the other goes from x1 to a greater x0. */
  readonly x0: Float64Array;
  readonly x1: Float64Array;
  readonly lane: Uint32Array;
  /** The lane after the last one of what hangs below the node: its band is [lane, laneEnd). */
  readonly laneEnd: Uint32Array;
  /** Nodes of lane l, by x0: `laneNodes[laneFrom[l] … laneFrom[l + 1])`. They do not overlap. */
  readonly laneFrom: Uint32Array;
  readonly laneNodes: Uint32Array;
  /** Number of the node's label in `labels`. */
  readonly label: Uint32Array;
  /** As they are shown: controls and bidi marks as tokens. */
  readonly labels: readonly string[];
  readonly edgeFrom: Uint32Array;
  readonly edgeTo: Uint32Array;
  /** Position in BASES. */
  readonly edgeBasis: Uint8Array;
  /** Open questions as node pairs (at most 10,000). */
  readonly openA: Uint32Array;
  readonly openB: Uint32Array;
  /** Position of each pair among the session's questions: a pair with an end that is folded away is left out. */
  readonly openQuestion: Uint32Array;
  /** Steps that are folded into a node. */
  readonly inside: Uint32Array;
  readonly tree: StepTree;
  readonly index: GraphIndex;
}

/** What drawing and picking look up in a graph. */
export interface GraphIndex {
  /** Ends of the whole drawing, in the units of x0. */
  readonly left: number;
  readonly right: number;
  readonly ghosts: Uint32Array;
  /** Node by step index: its own, or the one it is folded into; NONE where there is none. */
  readonly nodeOfStep: Uint32Array;
  /** Row of the tree grid by step index. */
  readonly rowOfStep: Uint32Array;
  /** Nodes that are rows of the span table, by row. */
  readonly byRow: Uint32Array;
  /** Edges at node n: `edges[edgesFrom[n] … edgesFrom[n + 1])`, going out and coming in. */
  readonly edgesFrom: Uint32Array;
  readonly edges: Uint32Array;
  /** Of several edges between one pair the how-manieth each is: they are drawn beside each other. */
  readonly nth: Uint8Array;
  /** The group of open questions that a node is in; NONE for a node without a question. */
  readonly groupOf: Uint32Array;
  /** Nodes of group g, by lane, then by place: `groupNodes[groupFrom[g] … groupFrom[g + 1])`. */
  readonly groupFrom: Uint32Array;
  readonly groupNodes: Uint32Array;
  /** Edges per basis, by position in BASES. */
  readonly counts: readonly number[];
  /** Where siblings overlap in time: from, to, from, to … Only for the time axis. */
  readonly overlaps: readonly { readonly parent: number; readonly stretches: Float64Array }[];
}

/** The steps of a session as rows of a tree, depth first; the order in which the engine answers `steps`. */
export interface StepTree {
  /** Step index by row. */
  readonly step: Uint32Array;
  /** 0 at the top; steps between are counted, other spans are not. */
  readonly depth: Uint32Array;
  /** The row after the last one below. */
  readonly end: Uint32Array;
}

/** A first picture: bars of the first spans, start and end in ns after `base`, and a lane each. */
export interface Sketch {
  readonly base: bigint;
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly lane: Uint32Array;
  /** Position in NODE_KINDS. */
  readonly kind: Uint8Array;
  readonly laneCount: number;
}
