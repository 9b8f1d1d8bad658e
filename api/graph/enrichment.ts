/** Cards and countries a user was seen with, as clients sent them. */
export interface SeenContext {
  cardBin?: string | null;
  country?: string | null;
}

export interface Enrichment {
  /** In order, each once. */
  cardBins: string[];
  countries: string[];
}

/** What of it can be shown: card BINs and countries, never what somebody put into those fields by mistake. */
export function describeEnrichment(contexts: readonly SeenContext[]): Enrichment {
  return {
    cardBins: distinct(contexts.map(({ cardBin }) => readCardBin(cardBin))),
    countries: distinct(contexts.map(({ country }) => readCountry(country))),
  };
}

/** The issuer's digits. Of a whole card number only its first six are a BIN. */
function readCardBin(value: string | null | undefined): string | undefined {
  const digits = value?.replace(/[\s-]/g, '') ?? '';
  if (!/^\d{6,19}$/.test(digits)) return undefined;
  return digits.length <= 8 ? digits : digits.slice(0, 6);
}

/** A country code, or a name: letters only, so that no address of any kind passes for one. */
function readCountry(value: string | null | undefined): string | undefined {
  const country = value?.normalize('NFC').trim().replace(/\s+/g, ' ') ?? '';
  if (/^[a-z]{2,3}$/i.test(country)) return country.toUpperCase();
  return /^[\p{L}\p{M} .,'’()-]{4,64}$/u.test(country) ? country : undefined;
}

function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined))].sort();
}
