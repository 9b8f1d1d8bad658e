import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { createAjv } from '../../api/http/ajv.ts';
import { listErrorCodes } from '../../api/http/declared-errors.ts';
import { ERRORS } from '../../api/http/errors.ts';
import { buildOpenApi } from '../../api/openapi.ts';
import { ErrorSchema } from '../../api/openapi-errors.ts';
import { routes } from '../../api/routes.ts';

/* What a reader of the document, or a generator, may rely on, for every route of the real table. */

interface Content {
  'application/json': { schema: object; example?: unknown; examples?: Record<string, { $ref: string }> };
}
interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, []>[];
  parameters?: { name: string; required: boolean; description?: string; example?: unknown }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; headers: Record<string, object>; content: Content }>;
}
interface Document {
  info: { description: string };
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    examples: Record<string, { value: Record<string, unknown> }>;
    securitySchemes: Record<string, { description?: string }>;
  };
}

const document = JSON.parse(JSON.stringify(buildOpenApi(routes, { publicUrl: 'http://x' }))) as Document;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

test('every route is an operation with a name of its own, a summary and a tag that is described', (t) => {
  t.is(operations.length, routes.length);
  t.is(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
  for (const { operationId, summary } of operations) t.true(summary.length > 5, operationId);
  const undescribed = document.tags.filter(({ description }) => !description).map(({ name }) => name);
  t.deepEqual(undescribed, [], 'describe them in api/openapi-info.ts');
});

test('every body has an example, every required parameter too', (t) => {
  for (const { operationId, requestBody, responses, parameters = [] } of operations) {
    if (requestBody) t.truthy(requestBody.content['application/json'].example, operationId);
    const success = Object.entries(responses).filter(([status]) => status.startsWith('2'));
    t.is(success.length, 1, operationId);
    t.truthy(success[0]?.[1].content['application/json'].example, operationId);
    for (const { name, required, example } of parameters) {
      if (required) t.not(example, undefined, `${operationId} ${name}`);
    }
  }
});

test('every error has an example that says what the service would', (t) => {
  const ajv = createAjv();
  for (const [code, { value }] of Object.entries(document.components.examples)) {
    t.true(ajv.validate(ErrorSchema, value), code);
    const [statusCode, message] = ERRORS[code as keyof typeof ERRORS];
    t.like(value, { code, statusCode, message });
    t.is('details' in value, code === 'VALIDATION_FAILED');
  }
  for (const route of routes) {
    const operation = operations.find(({ operationId }) => operationId === route.name);
    const shown = Object.entries(operation?.responses ?? {})
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([, { content }]) => Object.keys(content['application/json'].examples ?? {}));
    t.deepEqual(shown.sort(), listErrorCodes(route).sort(), route.name);
  }
});

test('responses name their headers', (t) => {
  for (const { operationId, responses } of operations) {
    for (const [status, { headers }] of Object.entries(responses)) {
      t.is('retry-after' in headers, status === '429' || status === '503', operationId);
      t.true('x-request-id' in headers, operationId);
    }
  }
});

test('every security scheme that is required is described, and says how a signature is made', (t) => {
  const { securitySchemes } = document.components;
  for (const { operationId, security } of operations) {
    for (const name of security.flatMap((requirement) => Object.keys(requirement))) {
      t.truthy(securitySchemes[name]?.description, `${operationId} ${name}`);
    }
  }
  t.regex(securitySchemes['eventSignature']?.description ?? '', /HMAC-SHA256 .*exact bytes/);
  t.regex(document.info.description, /Errors.*Lists.*Versioning/s);
});

test('no reference leads nowhere', (t) => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? '');
  t.true(references.length > 20);
  for (const reference of new Set(references)) {
    const target = reference
      .split('/')
      .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document);
    t.is(typeof target, 'object', reference);
  }
});

test('an error thrown in the file of an operation is declared by it', (t) => {
  const root = path.resolve(import.meta.dirname, '../../api');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  let found = 0;
  for (const file of files) {
    const source = readFileSync(path.join(root, file), 'utf8');
    const name = /defineRoute\(\{[^}]*?\n {2}name: '(\w+)'/.exec(source)?.[1];
    const route = routes.find((candidate) => candidate.name === name);
    if (!route) continue;
    for (const [, code = ''] of source.matchAll(/new ApiError\('(\w+)'/g)) {
      found += 1;
      t.true((listErrorCodes(route) as string[]).includes(code), `${file} throws ${code}`);
    }
  }
  t.true(found > 5);
});
