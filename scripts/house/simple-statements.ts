import { isNode, nameOf, type Node } from '#web/build/nodes.ts';

/** The texts of a template between its values. */
const textsOf = ({ quasi }: Node): string[] =>
  isNode(quasi) && Array.isArray(quasi.quasis)
    ? quasi.quasis.filter(isNode).map(({ value }) => (value as { raw: string }).raw)
    : [];

/** The end of a statement after which a value can stand. */
const beforeValue =
  /(?:[=<>(,|+*-]|\b(?:then|else|like|limit|offset|between|values|between \? and))\s*$/;
const notSimple =
  /\b(?:with|join|union|unnest|lateral|over|jsonb_to_recordset)\b|\b(?:from|into) [a-z_]+\(/;

/**
 * Statements that the query builder could type: executed templates of at most six lines about one table,
 * whose only changing parts are values.
 */
export function simpleStatements(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'MemberExpression' || nameOf(node.property) !== 'execute') return [];
    const template = node.object;
    if (!isNode(template) || template.type !== 'TaggedTemplateExpression') return [];
    if (nameOf(template.tag) !== 'sql') return [];
    return isSimple(textsOf(template)) ? [template] : [];
  });
}

function isSimple(texts: readonly string[]): boolean {
  const statement = texts.join('?').trim().toLowerCase();
  const [kind] = /^(?:select|insert|update|delete)\b/.exec(statement) ?? [];
  if (kind === undefined || statement.split('\n').length > 6 || notSimple.test(statement))
    return false;
  const tables = [...statement.matchAll(/\b(?:from|into|update)\s+([a-z_]+)/g)]
    .map(([, name]) => name)
    .filter((name) => name !== 'set' && name !== 'distinct');
  const selects = statement.match(/\bselect\b/g)?.length ?? 0;
  if (tables.length !== 1 || selects !== (kind === 'select' ? 1 : 0)) return false;
  let before = '';
  return texts.slice(0, -1).every((text) => {
    before += text.toLowerCase();
    const isValue = beforeValue.test(before.replaceAll(/\s+/g, ' '));
    before += '?';
    return isValue;
  });
}
