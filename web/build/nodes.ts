/** A node of a syntax tree, as `parseAst` gives it. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Whether a value is a node. */
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The nodes of a list, such as the arguments of a call. */
export const nodesOf = (list: unknown): Node[] => (Array.isArray(list) ? list.filter(isNode) : []);

/** The name of an identifier; undefined for another node. */
export const nameOf = (value: unknown): string | undefined =>
  isNode(value) && typeof value.name === 'string' ? value.name : undefined;

/** Every node below a value, itself included, in the order of the source. */
export function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) yield value;
  for (const part of Object.values(value)) yield* nodesIn(part);
}
