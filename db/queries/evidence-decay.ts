/** Outcomes lose half their weight in this many days. */
export const EVIDENCE_HALF_LIFE_DAYS = 30;

/** ln 2 over the half-life, per second. */
const DECAY_RATE = `(ln(2.0e0) / ${EVIDENCE_HALF_LIFE_DAYS * 86_400})`;
/** The moment calibrations are scaled to; any fixed one will do. A double holds 80 years of half-lives around it. */
const SCALE_EPOCH = "timestamptz '2024-01-01 UTC'";

/** SQL of how much a weight known since `knownSince` is still worth at `moment`. */
export function decaySql(knownSince: string, moment: string): string {
  return bounded(`-${DECAY_RATE} * date_part('epoch', ${moment} - ${knownSince})`);
}

/** SQL of what a weight of a calibration, scaled to the common moment, is worth at `moment`. */
export function unscaleSql(moment: string): string {
  return decaySql(SCALE_EPOCH, moment);
}

const SCALE = bounded(`${DECAY_RATE} * date_part('epoch', known_since - ${SCALE_EPOCH})`);

/** PostgreSQL refuses what a double cannot hold; 600 leaves room for sums. */
function bounded(exponent: string): string {
  return `exp(greatest(-600, least(600, ${exponent})))`;
}

/** SQL of what a row of `evidence` adds to the calibration of its entity. */
export const SCALED_WEIGHTS = {
  fraud: `fraud_weight * ${SCALE}`,
  legitimate: `legitimate_weight * ${SCALE}`,
  confirmed: '(fraud_weight >= 1)::int',
} as const;
