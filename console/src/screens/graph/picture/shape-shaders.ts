/*
 * Draws each node as a shape of its own with rings around it and a glyph in it, all at once: shapes are told apart, and
 * marks seen, without colours.
 */

export const VERTEX_SHADER = /* glsl */ `
attribute vec4 a_color;
attribute vec4 a_ring;
attribute vec4 a_ground;
attribute vec2 a_position;
attribute float a_size;
attribute float a_look;
attribute vec2 a_corner;

uniform mat3 u_matrix;
uniform float u_sizeRatio;
uniform float u_correctionRatio;

varying vec4 v_color;
varying vec4 v_ring;
varying vec4 v_ground;
varying vec2 v_point;
varying float v_pixel;
varying float v_look;

const float REACH = 2.1;

void main() {
  float radius = a_size * u_correctionRatio / u_sizeRatio * 2.0;
  vec2 position = a_position + a_corner * radius * REACH;
  gl_Position = vec4((u_matrix * vec3(position, 1)).xy, 0, 1);
  v_point = a_corner * REACH;
  v_pixel = u_correctionRatio * 2.0 / radius;
  v_look = a_look;
  v_ring = a_ring;
  v_ground = a_ground;
  v_color = a_color;
  v_color.a *= 255.0 / 254.0;
}
`;

export const FRAGMENT_SHADER = /* glsl */ `
precision highp float;

varying vec4 v_color;
varying vec4 v_ring;
varying vec4 v_ground;
varying vec2 v_point;
varying float v_pixel;
varying float v_look;

float box(vec2 p, vec2 half_size) {
  vec2 d = abs(p) - half_size;
  return length(max(d, 0.0)) + min(max(d.x, d.y), 0.0);
}

float polygon(vec2 p, float sides, float inradius) {
  float sector = 6.2831853 / sides;
  float angle = atan(p.x, p.y);
  return cos(floor(0.5 + angle / sector) * sector - angle) * length(p) - inradius;
}

/* How far a point is from the edge of the shape: negative inside, 1 is the size of the node. */
float distance_to(float shape, vec2 p) {
  if (shape < 0.5) return length(p) - 1.0;
  if (shape < 1.5) return box(p, vec2(0.86)) ;
  if (shape < 2.5) return polygon(vec2(p.x, -p.y - 0.18), 3.0, 0.68);
  if (shape < 3.5) return (abs(p.x) + abs(p.y) - 1.25) * 0.70710678;
  if (shape < 4.5) return box(p, vec2(0.58, 1.05));
  if (shape < 5.5) return polygon(p, 6.0, 0.94);
  if (shape < 6.5) return box(p, vec2(1.1, 0.66));
  return polygon(vec2(p.x, p.y - 0.18), 3.0, 0.68);
}

float glyph_distance(float glyph, vec2 p) {
  if (glyph < 1.5) {
    vec2 q = vec2(p.x + p.y, p.x - p.y) * 0.70710678;
    return min(box(q, vec2(0.56, 0.13)), box(q, vec2(0.13, 0.56)));
  }
  return min(box(p - vec2(0.0, 0.17), vec2(0.12, 0.32)), length(p + vec2(0.0, 0.4)) - 0.15);
}

float covers(float distance) {
  return clamp(0.5 - distance / v_pixel, 0.0, 1.0);
}

void main(void) {
  float rings = floor(v_look / 24.0 + 0.01);
  float glyph = floor(mod(v_look, 24.0) / 8.0 + 0.01);
  float shape = floor(mod(v_look, 8.0) + 0.01);
  float d = distance_to(shape, v_point);
  float outer = rings < 0.5 ? 0.12 : rings < 1.5 ? 0.45 : 0.78;

  /* A seam of the ground keeps a node apart from the links and nodes behind it. */
  vec4 color = v_ground * covers(d - outer);
  if (rings > 0.5) color = mix(color, v_ring, covers(abs(d - 0.34) - 0.11));
  if (rings > 1.5) color = mix(color, v_ring, covers(abs(d - 0.67) - 0.11));
  color = mix(color, v_color, covers(d));
  if (glyph > 0.5) color = mix(color, v_ground, covers(glyph_distance(glyph, v_point)));
  gl_FragColor = color;
}
`;
