import { parseAst, type Plugin } from 'vite';
import { nameOf, nodesIn, nodesOf, type Node } from './nodes.ts';

/** The part of an endpoint that the browser needs. */
const needed = ['method', 'path'];

/**
 * The browser calls the API by the contract's endpoints, and needs only their methods and paths:
 * schemas, permissions and descriptions stay on the server. What `contract/` exports is free of
 * side effects, so that unused exports are removed.
 */
export function endpointsOfBrowser(): Plugin {
  return {
    name: 'endpoints-of-browser',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/contract\/([\w-]+\/)?[\w.-]+\.ts$/.test(id)) return null;
      if (!id.endsWith('.endpoints.ts')) return { code, moduleSideEffects: false };
      return { code: withoutSchemas(code), map: null, moduleSideEffects: false };
    },
  };
}

/**
 * @returns the source with `endpoint({…})` as its method and path, and the calls of a resource as
 * those of its path.
 */
export function withoutSchemas(code: string): string {
  let text = code;
  for (const call of callsIn(parseAst(code, { lang: 'ts' })).toReversed()) {
    const [argument] = nodesOf(call.arguments);
    const literals = nodesOf(argument?.properties).flatMap((property) => {
      const name = nameOf(property.key);
      return name !== undefined && needed.includes(name)
        ? [code.slice(property.start, property.end)]
        : [];
    });
    const given = `{ ${literals.join(', ')} }`;
    const paths = pathsOf[nameOf(call.callee) ?? ''];
    text = `${text.slice(0, call.start)}${paths ? `${paths}(${given}.path)` : given}${text.slice(call.end)}`;
  }
  return withoutUnused(
    `import { readPaths } from '#contract/resource-paths.ts';\nimport { resourcePaths } from '#contract/resource-paths.ts';\n${text}`,
  );
}

/** Replacements in the browser of the functions that create the calls of a resource. */
const pathsOf: Record<string, string> = {
  resourceEndpoints: 'resourcePaths',
  readEndpoints: 'readPaths',
};

type Statement = ReturnType<typeof parseAst>['body'][number];

/**
 * Drops imports and declarations that only schemas used: a bundler must take `z.object(…)` for an
 * effect.
 */
function withoutUnused(code: string): string {
  const { body } = parseAst(code, { lang: 'ts' });
  const unused = body.find((statement) => {
    const names = namesOf(statement);
    const others = new Set(identifiersIn(body.filter((other) => other !== statement)));
    return names.length > 0 && !names.some((name) => others.has(name));
  });
  return unused ? withoutUnused(code.slice(0, unused.start) + code.slice(unused.end)) : code;
}

/** What an import or a declaration that is not exported names. */
function namesOf(statement: Statement): string[] {
  if (statement.type === 'ImportDeclaration')
    return statement.specifiers.map(({ local }) => local.name);
  if (statement.type === 'VariableDeclaration')
    return statement.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  return [];
}

const identifiersIn = (value: unknown): string[] =>
  [...nodesIn(value)].flatMap(({ type, name }) => (type === 'Identifier' ? [String(name)] : []));

const names = new Set(['endpoint', ...Object.keys(pathsOf)]);

const callsIn = (value: unknown): Node[] =>
  [...nodesIn(value)].filter(
    (node) => node.type === 'CallExpression' && names.has(nameOf(node.callee) ?? ''),
  );
