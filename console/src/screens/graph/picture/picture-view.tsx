import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import type { GraphIndex } from '../model/graph-index.ts';
import type { CameraLink } from './camera-link.ts';
import { useColours } from './colours.ts';
import { drawPicture, type Picture } from './draw-picture.ts';
import { emphasise, stepAround, type Focus } from './focus.ts';
import styles from './picture.module.css';
import type { Positions } from './place-nodes.ts';
import { ZoomButtons } from './zoom-buttons.tsx';

interface PictureViewProps {
  /** Says which graph it is. */
  label: string;
  graph: GraphIndex;
  positions: Positions;
  focus: Focus;
  link: CameraLink;
  onPoint: (id: string | undefined) => void;
  onSelect: (id: string | undefined) => void;
}

/** A graph as a picture that can be moved, zoomed and walked through by keys. */
export function PictureView(props: PictureViewProps) {
  const { label, graph, focus, onPoint, onSelect } = props;
  const [canDraw] = useState(hasWebGl);
  const { container, picture } = usePicture(props);
  if (!canDraw) {
    return <p className="notice">This browser cannot draw the picture (it has no WebGL). The tables hold the same.</p>;
  }
  const point = (id: string | undefined) => {
    onPoint(id);
    if (id !== undefined) picture.current?.show(id);
  };
  const choose = (id: string | undefined) => {
    onPoint(undefined);
    onSelect(id);
  };
  const keys: Partial<Record<string, () => void>> = {
    ArrowRight: () => walk(1),
    ArrowDown: () => walk(1),
    ArrowLeft: () => walk(-1),
    ArrowUp: () => walk(-1),
    Enter: () => focus.pointed !== undefined && choose(focus.pointed),
    Home: () => choose(graph.seedId),
    Escape: () => choose(undefined),
    '+': () => picture.current?.zoom('in'),
    '-': () => picture.current?.zoom('out'),
    '0': () => picture.current?.zoom('whole'),
  };
  const walk = (by: 1 | -1) => {
    const { isHidden } = emphasise(graph, focus);
    const selected = focus.selected !== undefined && graph.nodes.has(focus.selected) ? focus.selected : graph.seedId;
    point(stepAround(graph, { selected, pointed: focus.pointed, isHidden }, by));
  };
  const press = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act || event.target !== event.currentTarget) return;
    event.preventDefault();
    act();
  };
  return (
    <div className={styles['frame']}>
      <div
        role="application"
        aria-label={`${label}. Arrow keys go around the neighbours of the chosen node, Enter chooses, Home goes to the middle, plus and minus zoom. The tables hold the same.`}
        aria-roledescription="graph"
        tabIndex={0}
        className={styles['stage']}
        onKeyDown={press}
      >
        <div ref={container} className={styles['canvas']} aria-hidden />
      </div>
      <ZoomButtons onZoom={(zoom) => picture.current?.zoom(zoom)} />
    </div>
  );
}

/** Draws the picture anew when its graph or the theme changes, and tells it what else does. */
function usePicture({ graph, positions, focus, link, onPoint, onSelect }: PictureViewProps) {
  const colours = useColours();
  const container = useRef<HTMLDivElement>(null);
  const picture = useRef<Picture>(undefined);
  const point = useEffectEvent(onPoint);
  const select = useEffectEvent(onSelect);
  const draw = useEffectEvent((element: HTMLElement) => {
    const options = { graph, positions, colours, focus };
    return drawPicture(element, { ...options, onPoint: (id) => point(id), onSelect: (id) => select(id) });
  });
  useEffect(() => {
    if (!container.current) return undefined;
    const drawn = draw(container.current);
    const leave = link.join(drawn.camera);
    picture.current = drawn;
    return () => {
      picture.current = undefined;
      leave();
      drawn.destroy();
    };
  }, [graph, colours, link]);
  useEffect(() => picture.current?.setPositions(positions), [positions]);
  useEffect(() => picture.current?.setFocus(focus), [focus]);
  return { container, picture };
}

function hasWebGl(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null;
}
