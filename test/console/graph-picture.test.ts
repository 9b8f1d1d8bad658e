import test from 'ava';
import { indexGraph } from '../../console/src/screens/graph/model/graph-index.ts';
import { findNode } from '../../console/src/screens/graph/picture/find-node.ts';
import { emphasise, linkKey, stepAround, type Focus } from '../../console/src/screens/graph/picture/focus.ts';
import { placeNodes } from '../../console/src/screens/graph/picture/place-nodes.ts';
import { listRows } from '../../console/src/screens/graph/tables/list-rows.ts';
import { sortRows, toTabs } from '../../console/src/screens/graph/tables/table-values.ts';
import { graphOf, indicator, user } from './graph-fixtures.ts';

const { graph: sent } = graphOf(
  [user('ada'), indicator('device', 'd1'), indicator('ip', 'i1', true), user('bob'), user('eve', true)],
  [
    ['ada', 'd1'],
    ['ada', 'i1'],
    ['bob', 'd1'],
    ['eve', 'i1'],
  ],
);
const graph = indexGraph(sent);
const nothing: Focus = { selected: undefined, pointed: undefined, path: [], hidden: new Set() };

test('the same graph is always placed the same: the seed in the middle, peers outside of what they share', (t) => {
  const positions = placeNodes(graph);
  t.deepEqual(placeNodes(indexGraph(structuredClone(sent))), positions);
  t.deepEqual(positions.get('riskuser::ada'), { x: 0, y: 0 });
  t.is(positions.size, graph.nodes.size);
  const radius = (id: string) => Math.hypot(positions.get(id)?.x ?? 0, positions.get(id)?.y ?? 0);
  t.true(radius('globalindicator::d1') > 0);
  t.true(radius('riskuser::bob') > radius('globalindicator::d1'));
  t.is(new Set([...positions.values()].map(({ x, y }) => `${x} ${y}`)).size, positions.size);
});

test('a node is lit with its neighbours, what is pointed at before what is chosen', (t) => {
  t.is(emphasise(graph, nothing).lit, undefined);
  const selected = 'globalindicator::d1';
  t.deepEqual(emphasise(graph, { ...nothing, selected }).lit, new Set([selected, 'riskuser::ada', 'riskuser::bob']));
  const { lit } = emphasise(graph, { ...nothing, selected, pointed: 'riskuser::eve' });
  t.deepEqual(lit, new Set(['riskuser::eve', 'globalindicator::i1']));
});

test('a path is lit whole, also where its kinds are hidden', (t) => {
  const path = ['riskuser::ada', 'globalindicator::i1', 'riskuser::eve'];
  const emphasis = emphasise(graph, { ...nothing, path, hidden: new Set(['ip', 'device'] as const) });
  t.deepEqual(emphasis.lit, new Set(path));
  t.true(emphasis.pathLinks.has(linkKey('globalindicator::i1', 'riskuser::ada')));
  t.false(emphasis.isHidden('globalindicator::i1'));
  t.true(emphasis.isHidden('globalindicator::d1'));
});

test('arrow keys go round the neighbours that are shown', (t) => {
  const at = (pointed: string | undefined) => ({ selected: graph.seedId, pointed, isHidden: () => false });
  t.is(stepAround(graph, at(undefined), 1), 'globalindicator::d1');
  t.is(stepAround(graph, at('globalindicator::d1'), 1), 'globalindicator::i1');
  t.is(stepAround(graph, at('globalindicator::i1'), 1), 'globalindicator::d1');
  t.is(stepAround(graph, at(undefined), -1), 'globalindicator::i1');
  const isHidden = (id: string) => id === 'globalindicator::d1';
  t.is(stepAround(graph, { ...at(undefined), isHidden }, 1), 'globalindicator::i1');
});

test('the pointer is at the node drawn on top, then at the nearest, and at none outside of all', (t) => {
  const at = (id: string, x: number, layer: number) => ({ id, x, y: 0, reach: 3, layer });
  const nodes = [at('left', 0, 1), at('middle', 2, 1), at('right', 4, 2)];
  const found = (x: number, y = 0) => findNode(nodes, { x, y });
  t.deepEqual(
    [-4, -3, 0.9, 1, 1.1, 7, 7.1].map((x) => found(x)),
    [undefined, 'left', 'left', 'right', 'right', 'right', undefined],
  );
  t.is(found(0.5, 2.9), 'left');
  t.is(found(0, 3.1), undefined);
});

test('tables say nothing of others at the assessment, which is not the same as no', (t) => {
  const seen = { then: graph, now: undefined, united: graph };
  const fraudOf = (rows: ReturnType<typeof listRows>) => rows.map(({ fraud }) => fraud);
  t.deepEqual(fraudOf(listRows(seen, 'then')), ['no', '–', '–', '–', '–']);
  t.deepEqual(fraudOf(listRows({ then: graph, now: graph, united: graph }, undefined)), ['no', '–', '–', 'no', 'yes']);
  t.deepEqual(
    listRows({ then: graph, now: graph, united: graph }, 'now').map(({ threat }) => threat),
    ['–', 'no', 'yes', '–', '–'],
  );
});

test('tables are sorted by size or as people sort words, and copied as sheets take them', (t) => {
  const column = { name: 'n', value: (row: { n: string | number }) => row.n };
  const sorted = (rows: (string | number)[], isDown = false) =>
    sortRows(
      rows.map((n) => ({ n })),
      column,
      isDown,
    ).map(({ n }) => n);
  t.deepEqual(sorted([10, 9, 2]), [2, 9, 10]);
  t.deepEqual(sorted(['user-10', 'user-9'], true), ['user-10', 'user-9']);
  t.is(toTabs([{ n: 'a\tb' }], [column]), 'n\na b');
});
