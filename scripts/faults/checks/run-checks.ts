import type { Settled } from '../settle.ts';
import { checkNumber, type Check, type Outcome } from './check.ts';
import { checkDeliveries } from './deliveries.ts';
import { checkDuplicates, checkEvents } from './events.ts';
import { checkGraph } from './graph.ts';
import { checkLabels } from './labels.ts';
import { checkService } from './service.ts';
import { checkThreats } from './threats.ts';
import { checkRollUps, checkUsage } from './usage.ts';

/** All that must hold once the faults are over and the work is done. */
export async function runChecks(outcome: Outcome, { left }: Settled): Promise<Check[]> {
  return [
    ...checkService(outcome),
    ...(await checkEvents(outcome)),
    ...checkDuplicates(outcome),
    ...(await checkUsage(outcome)),
    ...(await checkRollUps(outcome)),
    ...(await checkGraph(outcome)),
    ...(await checkLabels(outcome)),
    ...(await checkThreats(outcome)),
    ...(await checkDeliveries(outcome)),
    ...Object.entries(left).map(([name, count]) => checkNumber(`left: ${name}`, 0, count)),
  ];
}
