import type { TSchema } from 'typebox';
import { signedHeadersOf, type Access, type RouteDefinition } from './http/define-route.ts';
import { describeErrorExamples, describeErrorResponses, ErrorSchema } from './openapi-errors.ts';
import { exampleOf } from './openapi-examples.ts';
import { headersOf, RESPONSE_HEADERS } from './openapi-headers.ts';
import { describeTags, INFO } from './openapi-info.ts';
import { createComponents, type Components } from './openapi-schemas.ts';
import { describeSecurity, securityOf } from './openapi-security.ts';

type Json = Record<string, unknown>;

interface OpenApiOptions {
  publicUrl: string;
}

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
    info: INFO,
    servers: [{ url: `${publicUrl}/api` }],
    tags: describeTags(routes.map(({ tag }) => tag)),
    paths,
    components: {
      schemas: components.schemas(),
      examples: describeErrorExamples(),
      headers: RESPONSE_HEADERS,
      securitySchemes: describeSecurity(routes),
    },
  };
}

function describeOperation(route: RouteDefinition, components: Components): Json {
  const { status = 200, response } = route;
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
      [status]: { description: 'Success', headers: headersOf(status), content: jsonContent(response, components) },
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

function describeParameters({ access, params, query }: RouteDefinition, components: Components): Json {
  const parameters = [
    ...listParameters('path', params, components),
    ...listParameters('query', query, components),
    ...listExaminedHeaders(access),
  ];
  return parameters.length === 0 ? {} : { parameters };
}

interface ParameterSchema {
  properties?: Record<string, TSchema & { description?: string; default?: unknown }>;
  required?: string[];
}

function listParameters(place: 'path' | 'query', schema: TSchema | undefined, components: Components): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as ParameterSchema;
  return Object.entries(properties).map(([name, property]) => {
    const isRequired = place === 'path' || (required.includes(name) && property.default === undefined);
    return {
      name,
      in: place,
      required: isRequired,
      ...(property.description === undefined ? {} : { description: property.description }),
      schema: components.refer(property),
      // One of an optional parameter would be sent by everybody who tries the operation out.
      ...(isRequired && { example: exampleOf(property, name) }),
    };
  });
}

/** Headers that prove who calls are in the security scheme; those that are only looked at may be missing. */
function listExaminedHeaders(access: Access): Json[] {
  const headers = access.kind === 'bearer' ? (signedHeadersOf(access) ?? []) : [];
  const description = 'As it would be sent to the signed operation';
  return headers.map((name) => ({ name, in: 'header', required: false, description, schema: { type: 'string' } }));
}

function describeRequestBody({ body }: RouteDefinition, components: Components): Json {
  return body ? { requestBody: { required: true, content: jsonContent(body, components) } } : {};
}

function jsonContent(schema: TSchema, components: Components): Json {
  return { 'application/json': { schema: components.refer(schema), example: exampleOf(schema) } };
}
