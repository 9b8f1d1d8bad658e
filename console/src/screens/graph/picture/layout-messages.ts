/** What the worker is given: nodes by number, the first of them the seed, which stays where it is. */
export interface LayoutRequest {
  /** x and y of each node in turn. */
  coordinates: Float32Array;
  /** Source and target of each link in turn. */
  links: Uint32Array;
}

/** Where the nodes have come to rest: x and y of each in turn. */
export interface LayoutResult {
  coordinates: Float32Array;
}
