import test from 'ava';
import { findNodes } from '../../console/src/screens/graph/model/find-nodes.ts';
import { indexGraph, uniteGraphs } from '../../console/src/screens/graph/model/graph-index.ts';
import { nameOf, userIdOf } from '../../console/src/screens/graph/model/kinds.ts';
import { findNearestFraud, tellPath } from '../../console/src/screens/graph/model/nearest-fraud.ts';
import { tellTruncation } from '../../console/src/screens/graph/model/truncation.ts';
import { graphOf, indicator, user } from './graph-fixtures.ts';

const shared = graphOf(
  [user('ada'), indicator('device', 'd1'), indicator('ip', 'i1'), user('bob'), user('eve', true), user('mal', true)],
  [
    ['ada', 'd1'],
    ['ada', 'i1'],
    ['bob', 'd1'],
    ['eve', 'i1'],
    ['mal', 'i1'],
  ],
);
const idsOf = (names: string[]) => names.map((name) => shared.ids.get(name));

test('the nearest confirmed fraud is the one over the fewest links, and is told as a sentence', (t) => {
  const graph = indexGraph(shared.graph);
  const path = findNearestFraud(graph, graph.seedId);
  t.deepEqual(path?.ids, idsOf(['ada', 'i1', 'eve']));
  t.is(path?.othersAsNear, 1);
  t.is(path && tellPath(graph, path), 'user ada – IP address i1 – user eve (confirmed fraud); 1 more is as near');
});

test('who is confirmed fraud is not the nearest to itself, and far ones are reached over others', (t) => {
  const graph = indexGraph(shared.graph);
  t.deepEqual(findNearestFraud(graph, 'riskuser::eve')?.ids, idsOf(['eve', 'i1', 'mal']));
  t.deepEqual(findNearestFraud(graph, 'riskuser::bob')?.ids, idsOf(['bob', 'd1', 'ada', 'i1', 'eve']));
});

test('without confirmed fraud within reach there is no path', (t) => {
  const graph = indexGraph(graphOf([user('ada'), indicator('device', 'd1'), user('eve', true)], [['ada', 'd1']]).graph);
  t.is(findNearestFraud(graph, graph.seedId), undefined);
  t.is(findNearestFraud(graph, 'riskuser::nobody'), undefined);
});

test('two views together hold every node and link once, with what is known now', (t) => {
  const then = indexGraph(
    graphOf(
      [user('ada'), indicator('ip', 'i1'), user('eve')],
      [
        ['ada', 'i1'],
        ['eve', 'i1'],
      ],
    ).graph,
  );
  const now = indexGraph(shared.graph);
  const united = uniteGraphs([then, now]);
  t.is(united.seedId, 'riskuser::ada');
  t.is(united.nodes.size, now.nodes.size);
  t.is(united.links.length, now.links.length);
  t.like(united.nodes.get('riskuser::eve'), { properties: { is_confirmed_fraud: true } });
});

test('nodes are found by id, hash, name and kind; those that begin with it come first', (t) => {
  const graph = indexGraph(shared.graph);
  const find = (written: string) => findNodes(graph, written, 10).map(nameOf);
  t.deepEqual(find('EVE'), ['user eve']);
  t.deepEqual(find('device'), ['device d1']);
  t.deepEqual(find('i1'), ['IP address i1']);
  t.deepEqual(find(' '), []);
  t.is(findNodes(graph, 'user', 2).length, 2);
});

test('a masked user id cannot be asked for', (t) => {
  const ada = user('ada');
  t.is(ada.group === 'riskuser' ? userIdOf(ada) : '', 'ada');
  const masked = { ...user('5f0f2f0e'), properties: { ...user('ada***om').properties } };
  t.is(masked.group === 'riskuser' ? userIdOf(masked as never) : '', undefined);
});

test('truncation is told at the limits of the service', (t) => {
  const peers = (count: number) => Array.from({ length: count }, (_, index) => user(`p${index}`));
  t.is(tellTruncation(graphOf([user('ada'), ...peers(199)], []).graph), undefined);
  t.regex(tellTruncation(graphOf([user('ada'), ...peers(200)], []).graph) ?? '', /200 other users .*201 nodes/);
});
