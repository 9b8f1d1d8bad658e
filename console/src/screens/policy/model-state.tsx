import { formatCount, formatShare } from '../../format/numbers.ts';
import { plural } from '../../format/plural.ts';
import { Badge } from '../../ui/badges.tsx';
import { Time } from '../../ui/time.tsx';
import type { Policy } from './settings.ts';

type Model = NonNullable<Policy['adaptiveModel']>;

/** How the adaptive model of the company does. */
export function ModelState({ model, isChosen }: { model: Policy['adaptiveModel']; isChosen: boolean }) {
  if (!model) {
    return (
      <p className="notice">
        There is no adaptive model yet. It is trained by itself once you have reported about 20 frauds and 200 other
        outcomes{isChosen && '; until then the default profile decides'}.
      </p>
    );
  }
  return (
    <dl className="facts">
      <dt>Adaptive model</dt>
      <dd>
        version {formatCount(model.version)}{' '}
        <Badge tone={model.inUse ? 'good' : 'neutral'}>
          {model.inUse ? 'proven: decides where adaptive is asked for' : 'not proven: the default decides'}
        </Badge>
      </dd>
      <dt>Trained</dt>
      <dd>
        <Time at={model.trainedAt} relative />, on {plural(model.trainedOn.fraud, 'fraud')} and{' '}
        {plural(model.trainedOn.legitimate, 'legitimate one')}
      </dd>
      <dt>Compared</dt>
      <dd>{model.comparison ? <Comparison {...model.comparison} /> : 'not yet: outcomes have to come in first'}</dd>
    </dl>
  );
}

function Comparison({ fraud, defaultPrecision, adaptivePrecision }: NonNullable<Model['comparison']>) {
  return (
    <>
      average precision {formatShare(adaptivePrecision)} against {formatShare(defaultPrecision)} of the default, over{' '}
      {plural(fraud, 'fraud')} that came later
    </>
  );
}
