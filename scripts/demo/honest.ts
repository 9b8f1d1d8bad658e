import type { Setting } from './identities.ts';
import { shop } from './shopping.ts';
import type { Step } from './steps.ts';
import { DAY, HOUR } from './time.ts';
import { createPerson, numbered, type Person, type World } from './world.ts';

const CUSTOMERS = 140;
const OFFICES = 3;
const COLLEAGUES = 12;
const CARRIER_CUSTOMERS = 36;
const FAMILIES = 22;

export interface Crowd {
  people: Person[];
  steps: Step[];
}

/** Customers with a device, a card and an address of their own. */
export function ordinaryCustomers(world: World): Crowd {
  return crowd(CUSTOMERS, (index) => [
    createPerson(world, { userId: numbered('customer', index + 1), scenario: 'ordinary' }),
  ])(world);
}

/** Strangers behind one address: colleagues who shop from the office, and the customers of a mobile carrier. */
export function sharedNetworks(world: World, carrierIp: string): Crowd {
  const { identities, random } = world;
  const officeIps = Array.from({ length: OFFICES }, () => identities.ip());
  const customer = (number: number, sharedIp: string) => {
    const own: Setting = { device: identities.device('phone'), ip: identities.ip(), country: 'US' };
    const shared = { ...own, ip: sharedIp };
    const settings = random.chance(0.5) ? [shared] : [own, shared, shared];
    return createPerson(world, { userId: numbered('network-customer', number), scenario: 'shared networks', settings });
  };
  const ips = [
    ...officeIps.flatMap((ip) => Array<string>(COLLEAGUES).fill(ip)),
    ...Array<string>(CARRIER_CUSTOMERS).fill(carrierIp),
  ];
  return crowd(ips.length, (index) => [customer(index + 1, ips[index] ?? carrierIp)])(world);
}

/** Three to five honest people with one address, a tablet that all use, and in every other family a card that two use. */
export function families(world: World): Crowd {
  return crowd(FAMILIES, (index) => createFamily(world, index + 1))(world);
}

function createFamily(world: World, number: number): Person[] {
  const { identities, random } = world;
  const ip = identities.ip();
  const country = random.pick(['US', 'CA', 'GB']);
  const tablet: Setting = { device: identities.device('tablet'), ip, country };
  const familyCard = identities.card();
  const sharesCard = random.chance(0.5);
  return Array.from({ length: random.integer(3, 5) }, (_, index) => {
    const own: Setting = { device: identities.device('phone'), ip, country };
    return createPerson(world, {
      userId: `${numbered('family', number)}-${index + 1}`,
      scenario: 'families',
      settings: [own, own, tablet],
      cards: sharesCard && index < 2 ? [familyCard, identities.card()] : [identities.card()],
    });
  });
}

/** Most are customers from the first days on, the others join as the weeks go by; a household joins around one day. */
function crowd(households: number, createHousehold: (index: number) => Person[]): (world: World) => Crowd {
  return (world) => {
    const { random, start, now } = world;
    const people: Person[] = [];
    const steps: Step[] = [];
    for (let index = 0; index < households; index += 1) {
      const days = random.chance(0.7) ? 8 : (now - start) / DAY - 3;
      const around = start + random.next() * days * DAY;
      for (const person of createHousehold(index)) {
        people.push(person);
        const joins = Math.round(around + random.next() * 12 * HOUR);
        steps.push(...shop(world, person, { joins, visits: random.integer(1, 5) }));
      }
    }
    return { people, steps };
  };
}
