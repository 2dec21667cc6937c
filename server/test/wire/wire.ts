import type { Content, OpenApi, Schema } from '../openapi.ts';

/** The shape of each call, by `METHOD path`: requests and responses of a release. */
export type Wire = Record<string, CallForm>;

export interface CallForm {
  /** Query parameters: `required` or `optional`. */
  query: Record<string, Need>;
  /** Fields of the body by path, such as `student[]` or `labels.from`. */
  body: Record<string, { need: Need; types: string[] }>;
  /** Fields of the response by path, with their possible types. */
  answer: Record<string, string[]>;
}

type Need = 'required' | 'optional';

const oneNumber = (type: string) => (type === 'integer' ? 'number' : type);

/** The wire format of an OpenAPI document. */
export function wireOf({ paths }: OpenApi): Wire {
  const wire: Wire = {};
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const parameters = (operation.parameters ?? []).filter((it) => it.in === 'query');
      const answers = Object.entries(operation.responses).filter(([status]) =>
        status.startsWith('2'),
      );
      wire[`${method.toUpperCase()} ${path}`] = {
        query: Object.fromEntries(parameters.map((it) => [it.name, needOf(it.required)])),
        body: Object.fromEntries(fieldsOf(jsonOf(operation.requestBody))),
        answer: Object.fromEntries(
          answers.flatMap(([, answer]) =>
            Array.from(fieldsOf(jsonOf(answer)), ([field, { types }]) => [field, types]),
          ),
        ),
      };
    }
  }
  return wire;
}

const needOf = (required = false): Need => (required ? 'required' : 'optional');
const jsonOf = (content?: Content): Schema => content?.content?.['application/json']?.schema ?? {};

/**
 * The fields of a schema by path. Of several alternatives, a field is required if all of them
 * require it.
 */
function fieldsOf(schema: Schema, path = '', need: Need = 'required'): CallFields {
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return either(variants.map((variant) => fieldsOf(variant, path, need)));
  const fields: CallFields = new Map();
  if (path) fields.set(path, { need, types: typesOf(schema) });
  const parts: CallFields[] = (schema.allOf ?? []).map((part) => fieldsOf(part, path, need));
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const own = needOf(schema.required?.includes(name));
    parts.push(fieldsOf(property, path ? `${path}.${name}` : name, own));
  }
  if (schema.items) parts.push(fieldsOf(schema.items, `${path}[]`));
  if (typeof schema.additionalProperties === 'object')
    parts.push(fieldsOf(schema.additionalProperties, `${path}.*`, 'optional'));
  for (const part of parts) for (const [name, field] of part) fields.set(name, field);
  return fields;
}

type CallFields = Map<string, { need: Need; types: string[] }>;

function either(variants: CallFields[]): CallFields {
  const fields: CallFields = new Map();
  for (const path of new Set(variants.flatMap((variant) => [...variant.keys()]))) {
    const found = variants.map((variant) => variant.get(path));
    const types = new Set(found.flatMap((field) => field?.types ?? []));
    const required = found.every((field) => field?.need === 'required');
    fields.set(path, { need: needOf(required), types: [...types].toSorted() });
  }
  return fields;
}

function typesOf({ type, const: constant, enum: values, properties }: Schema): string[] {
  if (type !== undefined) return [type].flat().map(oneNumber);
  const given = values ?? (constant === undefined ? [] : [constant]);
  const types = given.map((value) => (value === null ? 'null' : typeof value));
  return types.length ? [...new Set(types)] : [properties ? 'object' : 'any'];
}

/** Changes that break a client of the earlier release, one line each. */
export function brokenPromises(earlier: Wire, now: Wire): string[] {
  return Object.entries(earlier).flatMap(([call, before]) => {
    const after = now[call];
    return after
      ? brokenInCall(before, after).map((line) => `${call}: ${line}`)
      : [`${call}: gone`];
  });
}

function brokenInCall(before: CallForm, after: CallForm): string[] {
  const found: string[] = [];
  for (const name of Object.keys(before.query))
    if (!(name in after.query)) found.push(`takes no parameter ${name} any more`);
  for (const [name, need] of Object.entries(after.query))
    if (need === 'required' && before.query[name] !== 'required')
      found.push(`requires the parameter ${name}`);
  for (const [path, { types }] of Object.entries(before.body)) {
    const field = after.body[path];
    if (!field) found.push(`takes no field ${path} any more`);
    else if (!includes(field.types, types)) found.push(`takes less for the field ${path}`);
  }
  for (const [path, { need }] of Object.entries(after.body)) {
    const parent = path.replace(/(\[\]|\.[^.]*)$/, '');
    const isNewPart = parent !== path && parent !== '' && !(parent in before.body);
    if (need === 'required' && before.body[path]?.need !== 'required' && !isNewPart)
      found.push(`requires the field ${path}`);
  }
  for (const [path, types] of Object.entries(before.answer)) {
    const field = after.answer[path];
    if (!field) found.push(`answers no ${path} any more`);
    else if (!includes(types, field)) found.push(`answers ${path} as ${field.join(' or ')}`);
  }
  return found;
}

const includes = (wide: string[], narrow: string[]): boolean =>
  wide.includes('any') || narrow.every((type) => wide.includes(type));
