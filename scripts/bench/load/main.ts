import { TARGETS, type LoadRequest, type LoadSetup, type Phase, type PhaseOutcome, type Target } from '../protocol.ts';
import { serveParent } from '../serve-parent.ts';
import { runClosedLoop } from './closed-loop.ts';
import { runOpenLoop } from './open-loop.ts';
import { createRecorder } from './recorder.ts';
import { createRequestSource, type RequestSource } from './requests.ts';

/*
 * The load generator, a process of its own: what it costs must not be taken for a cost of the service.
 */

let setup: LoadSetup | undefined;
const sources = new Map<Target, RequestSource>();

serveParent(async (request: LoadRequest) => {
  if ('run' in request) return runPhase(request.run, request.target);
  setup = request.setup;
  for (const target of TARGETS) sources.set(target, createRequestSource(target, setup));
  return {};
});

async function runPhase(phase: Phase, target: Target): Promise<PhaseOutcome> {
  const nextRequest = sources.get(target);
  if (!setup || !nextRequest) throw new Error('the load generator was not set up');
  const ports = setup.ports[target];
  const { rate } = phase;
  const recorder =
    rate === undefined
      ? await runClosedLoop({ ...phase, ports }, nextRequest, createRecorder)
      : await runOpenLoop({ ...phase, ports, rate }, nextRequest, createRecorder);
  return recorder.finish();
}
