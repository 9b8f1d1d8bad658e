import test from 'ava';
import { FEATURES, FEATURES_FINGERPRINT, readFeatures } from '../../../engine/adaptive/features.ts';
import { scoreOf } from '../../../engine/adaptive/score-scale.ts';
import { explain, parseModel } from '../../../engine/adaptive/scoring-model.ts';
import { trainModel, type TrainingRow } from '../../../engine/adaptive/train-model.ts';
import { createRandom, type Random } from '../../../engine/graph/random.ts';

/** Frauds and others, evenly mixed; what is known of them is made by `make`. */
function makeRows(
  { frauds, legitimate }: { frauds: number; legitimate: number },
  make: (isFraud: boolean, random: Random) => Pick<TrainingRow, 'contributions' | 'defaultScore'>,
  random = createRandom(5),
): TrainingRow[] {
  const rows = frauds + legitimate;
  return Array.from({ length: rows }, (_, at) => {
    const isFraud = Math.floor(((at + 1) * frauds) / rows) > Math.floor((at * frauds) / rows);
    return { isFraud, amountMinor: 1_000, weight: 1, ...make(isFraud, random) };
  });
}

/** The default score knows nothing; a rate tells. */
const overlooked = (isFraud: boolean, random: Random) => ({
  defaultScore: Math.round(random() * 10_000) / 100,
  contributions: { deviceFraudRate: (isFraud ? 0.4 : 0) + random() * 0.5 },
});

test('what the default profile overlooks is learned, and comes back from the database as it went there', (t) => {
  const trained = trainModel(makeRows({ frauds: 40, legitimate: 400 }, overlooked))!;
  const { frauds, legitimate, defaultPrecision, adaptivePrecision } = trained.heldOut;
  t.deepEqual([frauds, legitimate], [40, 400]);
  t.true(adaptivePrecision > defaultPrecision + 0.4, `${adaptivePrecision} against ${defaultPrecision}`);
  const stored = parseModel(JSON.parse(JSON.stringify(trained.model)), FEATURES.length)!;
  t.deepEqual(stored, trained.model);
  t.is(stored.fingerprint, FEATURES_FINGERPRINT);
  const score = (deviceFraudRate: number) => {
    const row = { defaultScore: 50, amountMinor: 1_000, contributions: { deviceFraudRate } };
    return scoreOf(stored.scale, explain(stored.ensemble, readFeatures(row)).logOdds);
  };
  t.true(score(0.85) > score(0.1) + 30, `${score(0.85)} ${score(0.1)}`);
});

test('the same rows give the same model', (t) => {
  const rows = makeRows({ frauds: 25, legitimate: 250 }, overlooked);
  t.deepEqual(trainModel(rows), trainModel(structuredClone(rows)));
});

test('too few of either teach nothing', (t) => {
  t.is(trainModel([]), undefined);
  t.is(trainModel(makeRows({ frauds: 19, legitimate: 400 }, overlooked)), undefined);
  t.is(trainModel(makeRows({ frauds: 400, legitimate: 199 }, overlooked)), undefined);
  t.is(trainModel(makeRows({ frauds: 400, legitimate: 0 }, overlooked)), undefined);
  t.not(trainModel(makeRows({ frauds: 20, legitimate: 200 }, overlooked)), undefined);
});

test('rows that nothing sets apart give no model, whatever chance makes of them', (t) => {
  const alike = () => ({ defaultScore: 0, contributions: {} });
  for (let seed = 1; seed <= 10; seed += 1) {
    const rows = makeRows({ frauds: 40, legitimate: 260 }, alike);
    const random = createRandom(seed);
    const mixed = rows.map((row) => ({ ...row, isFraud: random() < 0.2 }));
    t.is(trainModel(mixed), undefined, `seed ${seed}`);
  }
});
