import test from 'ava';
import fc from 'fast-check';
import Type, { type TSchema } from 'typebox';
import { createAjv } from '../../api/http/ajv.ts';
import { compilePresenter } from '../../api/http/response-schema.ts';
import * as schema from '../../api/http/schema.ts';
import { compileBodyValidator } from '../../api/http/validate.ts';
import { exampleOf } from '../../api/openapi-examples.ts';
import { AssessmentResponse } from '../../api/risk-engine/schemas.ts';
import { routes } from '../../api/routes.ts';
import { ACTIONS, REVIEW_STATUSES } from '../../engine/vocabulary.ts';

const ajv = createAjv();

for (const { name, body, response } of routes) {
  test(`the examples of ${name} match its schemas`, (t) => {
    if (body) t.notThrows(() => compileBodyValidator(body)(exampleOf(body)));
    // As a handler's answer is checked: also nothing that the schema does not know.
    t.notThrows(() => compilePresenter(name, response, 'test')(exampleOf(response)));
  });
}

test('path parameters have examples that match', (t) => {
  const wrong = routes.filter(({ params }) => params && !ajv.validate(params, exampleOf(params)));
  t.deepEqual(
    wrong.map(({ name }) => name),
    [],
  );
});

/** Any schema of our helpers, with any limits. */
const range = (lowest: number, highest: number) =>
  fc
    .tuple(fc.integer({ min: lowest, max: highest }), fc.nat({ max: 1000 }))
    .map(([from, width]) => [from, from + width]);
const leaf: fc.Arbitrary<TSchema> = fc.oneof(
  range(0, 300).map(([minLength, maxLength = 0]) => schema.text({ minLength, maxLength })),
  range(-2000, 2000).map(([minimum, maximum]) => Type.Integer({ minimum, maximum })),
  range(-2000, 2000).map(([exclusiveMinimum, above = 0]) => Type.Integer({ exclusiveMinimum, maximum: above + 1 })),
  range(-2000, 2000).map(([exclusiveMinimum, above = 0]) =>
    Type.Number({ exclusiveMinimum, exclusiveMaximum: above + 1 }),
  ),
  fc.integer({ min: -50, max: 50 }).map((exclusiveMaximum) => Type.Number({ exclusiveMaximum })),
  fc.integer({ min: 2, max: 9 }).map((multipleOf) => Type.Integer({ multipleOf, minimum: 5, maximum: 40 })),
  fc.constantFrom('uuid', 'date-time', 'email', 'uri', 'ipv4', 'ipv6').map((format) => Type.String({ format })),
  fc.constantFrom(
    schema.clientId(),
    schema.uuid(),
    schema.timestamp(),
    schema.email(),
    schema.currency(),
    schema.amountMinor(),
    schema.jsonObject(),
    schema.enumOf(ACTIONS),
    Type.Literal('accepted'),
    Type.Boolean(),
    Type.Null(),
    Type.Record(Type.String(), Type.Number()),
    ...Object.values(schema.pageParameters),
  ),
  range(0, 3).map(([minItems = 0]) =>
    Type.Array(schema.enumOf(REVIEW_STATUSES), { minItems, maxItems: minItems + 1, uniqueItems: true }),
  ),
);
const { anySchema } = fc.letrec<{ anySchema: TSchema }>((tie) => ({
  anySchema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    tie('anySchema').map((inner) => schema.nullable(inner)),
    tie('anySchema').map((inner) => Type.Array(inner, { maxItems: 2 })),
    tie('anySchema').map((inner) => schema.pageOf(inner)),
    fc
      .dictionary(fc.constantFrom('id', 'name', 'companyId', 'label', 'count'), tie('anySchema'))
      .map((fields) => Type.Object(fields, { additionalProperties: false })),
  ),
}));

test('the example of any schema of our helpers matches it, and is the same every time', (t) => {
  const property = fc.property(anySchema, (any) => {
    const example = exampleOf(any);
    return createAjv().validate(any, example) && JSON.stringify(example) === JSON.stringify(exampleOf(any));
  });
  t.notThrows(() => fc.assert(property, { numRuns: 500 }));
});

test('an example written by hand comes first; one id means one thing wherever it is mentioned', (t) => {
  t.is(exampleOf(schema.text({ maxLength: 9, examples: ['first', 'second'], default: 'other' })), 'first');
  t.deepEqual(exampleOf(Type.Object({ a: Type.Integer() }, { examples: [{ a: 7 }] })), { a: 7 });
  const Review = Type.Object({ id: schema.uuid(), status: schema.enumOf(REVIEW_STATUSES) }, { title: 'Review' });
  const Note = Type.Object({ id: schema.uuid(), reviewId: schema.uuid() }, { title: 'Note' });
  const [review, note] = [exampleOf(Review), exampleOf(Note)] as Record<string, string>[];
  t.is(review?.['id'], note?.['reviewId']);
  t.not(note?.['id'], note?.['reviewId']);
});

test('what may be null is shown, unless there is nothing to show', (t) => {
  t.is(exampleOf(schema.nullable(schema.timestamp())), '2026-01-31T12:00:00.000Z');
  t.is(exampleOf(schema.nullable(schema.text({ maxLength: 9 }))), null);
});

test('the score of the example of an assessment follows from its contributions, as every score does', (t) => {
  const { riskScore, featureContributions } = exampleOf(AssessmentResponse) as AssessmentResponse;
  const read = (key: string) => Number(featureContributions[key]);
  const part = (name: string) => read(`${name}Weight`) * -Math.log(1 - read(`${name}Score`) / 100);
  const evidence = part('graph') + part('velocity') + part('indicator');
  const score = 100 * (1 - Math.exp(-read('evidenceScale') * evidence));
  t.is(Math.round(score * 100) / 100, riskScore);
});
