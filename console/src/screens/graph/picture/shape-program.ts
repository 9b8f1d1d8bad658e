import { NodeProgram, type ProgramInfo } from 'sigma/rendering';
import type { NodeDisplayData, RenderParams } from 'sigma/types';
import { floatColor } from 'sigma/utils';
import type { DrawnLink, DrawnNode } from './build-graph.ts';
import type { Renderer } from './camera-moves.ts';
import { FRAGMENT_SHADER, VERTEX_SHADER } from './shape-shaders.ts';

const UNIFORMS = ['u_sizeRatio', 'u_correctionRatio', 'u_matrix'] as const;
const { FLOAT, UNSIGNED_BYTE, TRIANGLE_STRIP } = WebGL2RenderingContext;
const colour = (name: string) => ({ name, size: 4, type: UNSIGNED_BYTE, normalized: true });

/** What a node carries for its drawing, beside what sigma knows. */
export interface ShapeAttributes {
  ringColor: string;
  groundColor: string;
  shape: number;
  glyph: number;
  rings: number;
  /** Its name stands on its left. */
  isLeft: boolean;
}

type Context = WebGLRenderingContext | WebGL2RenderingContext;

/** Draws nodes as shapes with rings and glyphs (shape-shaders.ts). */
export class ShapeProgram extends NodeProgram<(typeof UNIFORMS)[number], DrawnNode, DrawnLink> {
  /** They are drawn once: what is pointed at is not read from a second drawing (follow-pointer.ts). */
  constructor(gl: Context, _pickingBuffer: WebGLFramebuffer | null, renderer: Renderer) {
    super(gl, null, renderer);
  }

  override getDefinition() {
    return {
      VERTICES: 4,
      VERTEX_SHADER_SOURCE: VERTEX_SHADER,
      FRAGMENT_SHADER_SOURCE: FRAGMENT_SHADER,
      METHOD: TRIANGLE_STRIP,
      UNIFORMS,
      ATTRIBUTES: [
        { name: 'a_position', size: 2, type: FLOAT },
        { name: 'a_size', size: 1, type: FLOAT },
        colour('a_color'),
        colour('a_ring'),
        colour('a_ground'),
        { name: 'a_look', size: 1, type: FLOAT },
      ],
      CONSTANT_ATTRIBUTES: [{ name: 'a_corner', size: 2, type: FLOAT }],
      CONSTANT_DATA: [
        [-1, -1],
        [1, -1],
        [-1, 1],
        [1, 1],
      ],
    };
  }

  override processVisibleItem(_index: number, start: number, data: NodeDisplayData & ShapeAttributes): void {
    const look = data.shape + 8 * data.glyph + 24 * data.rings;
    this.array.set(
      [
        data.x,
        data.y,
        data.size,
        floatColor(data.color),
        floatColor(data.ringColor),
        floatColor(data.groundColor),
        look,
      ],
      start,
    );
  }

  override setUniforms(params: RenderParams, { gl, uniformLocations }: ProgramInfo): void {
    gl.uniform1f(uniformLocations['u_correctionRatio'] ?? null, params.correctionRatio);
    gl.uniform1f(uniformLocations['u_sizeRatio'] ?? null, params.sizeRatio);
    gl.uniformMatrix3fv(uniformLocations['u_matrix'] ?? null, false, params.matrix);
  }
}
