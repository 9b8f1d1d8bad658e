import type { TSchema } from 'typebox';
import type { RouteDefinition } from './http/define-route.ts';
import { describeErrorResponses, ErrorSchema } from './openapi-errors.ts';
import { createComponents, type Components } from './openapi-schemas.ts';
import { describeSecurity, securityOf } from './openapi-security.ts';

type Json = Record<string, unknown>;

interface OpenApiOptions {
  publicUrl: string;
}

/** Spec section 9: the product release; the base path carries no version. */
const RELEASE = '1.1.0';

/** The OpenAPI 3.1 document of a table of routes: the same schemas that validate, in the form clients can read. */
export function buildOpenApi(routes: readonly RouteDefinition[], { publicUrl }: OpenApiOptions): Json {
  const components = createComponents();
  components.refer(ErrorSchema);
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeOperation(route, components) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Fraud Risk Assessment API', version: RELEASE, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: `${publicUrl}/api` }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { schemas: components.schemas(), securitySchemes: describeSecurity(routes) },
  };
}

function describeOperation(route: RouteDefinition, components: Components): Json {
  return {
    operationId: route.name,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    security: securityOf(route.access),
    ...describeRequirements(route),
    ...describeParameters(route, components),
    ...describeRequestBody(route, components),
    responses: {
      [route.status ?? 200]: { description: 'Success', content: jsonContent(components.refer(route.response)) },
      ...describeErrorResponses(route, components),
    },
  };
}

/** What the holder of the token must be, may and pay for, for tools and for readers of the page. */
function describeRequirements({ access }: RouteDefinition): Json {
  if (access.kind !== 'bearer') return {};
  const requirements = {
    'x-required-role': access.role,
    'x-required-permission': access.permission,
    'x-required-subscription': access.subscription,
    'x-required-feature': access.feature,
  };
  return Object.fromEntries(Object.entries(requirements).filter(([, value]) => value !== undefined));
}

function describeParameters({ params, query }: RouteDefinition, components: Components): Json {
  const parameters = [...listParameters('path', params, components), ...listParameters('query', query, components)];
  return parameters.length === 0 ? {} : { parameters };
}

interface ParameterSchema {
  properties?: Record<string, TSchema & { description?: string; default?: unknown }>;
  required?: string[];
}

function listParameters(place: 'path' | 'query', schema: TSchema | undefined, components: Components): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as ParameterSchema;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && property.default === undefined),
    ...(property.description === undefined ? {} : { description: property.description }),
    schema: components.refer(property),
  }));
}

function describeRequestBody({ body }: RouteDefinition, components: Components): Json {
  return body ? { requestBody: { required: true, content: jsonContent(components.refer(body)) } } : {};
}

function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}
