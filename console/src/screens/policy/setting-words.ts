import { MODE_WORDS } from '../../format/policy-words.ts';
import { listChanged, type Setting, type Settings } from './settings.ts';

const EXACT = new Intl.NumberFormat(undefined, { maximumFractionDigits: 4 });

/** How each setting is called, and how its value is said. */
const WORDS: Readonly<{ [Name in Setting]: { label: string; textOf: (value: Settings[Name]) => string } }> = {
  policyMode: { label: 'Mode', textOf: (mode) => MODE_WORDS[mode].label },
  scoringProfile: { label: 'Scoring profile', textOf: (profile) => profile },
  review: { label: 'Review from', textOf: (score) => `score ${EXACT.format(score)}` },
  block: { label: 'Block from', textOf: (score) => `score ${EXACT.format(score)}` },
  graphUnavailable: { label: 'Without graph signals', textOf: (action) => `at least ${action}` },
  velocityUnavailable: { label: 'Without velocity signals', textOf: (action) => `at least ${action}` },
  guardEnabled: { label: 'Contagion guard', textOf: (isOn) => (isOn ? 'on' : 'off') },
  guardAction: { label: 'Next to current fraud', textOf: (action) => `at least ${action}` },
};

export interface DescribedChange {
  setting: Setting;
  label: string;
  before: string;
  after: string;
}

/** What differs between two policies, in words. */
export function describeChanges(before: Settings, after: Settings): DescribedChange[] {
  return listChanged(before, after).map((setting) => ({
    setting,
    label: WORDS[setting].label,
    before: say(setting, before),
    after: say(setting, after),
  }));
}

function say<Name extends Setting>(setting: Name, settings: Settings): string {
  return WORDS[setting].textOf(settings[setting]);
}
