/** The parts of the OpenAPI document that tests look at. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Content> };
}

interface Operation {
  parameters?: {
    name: string;
    in: 'path' | 'query' | 'header';
    required?: boolean;
    schema: Schema;
  }[];
  requestBody?: Content;
  responses: Record<string, Content & { $ref?: string }>;
}

/** A body by media type. */
export interface Content {
  content?: Record<string, { schema: Schema }>;
}

export interface Schema {
  /** Several for a value that may be null. */
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}
