import type { CameraState } from 'sigma/types';

interface LinkedCamera {
  on: (event: 'updated', listener: (state: CameraState) => void) => unknown;
  off: (event: 'updated', listener: (state: CameraState) => void) => unknown;
  setState: (state: CameraState) => unknown;
}

/** Pictures that are looked at together: where one is moved or zoomed, the others follow. */
export interface CameraLink {
  /** @returns how to leave */
  join: (camera: LinkedCamera) => () => void;
}

export function createCameraLink(): CameraLink {
  const cameras = new Set<LinkedCamera>();
  let isFollowing = false;
  return {
    join: (camera) => {
      const lead = (state: CameraState) => {
        if (isFollowing) return;
        isFollowing = true;
        for (const other of cameras) if (other !== camera) other.setState(state);
        isFollowing = false;
      };
      cameras.add(camera);
      camera.on('updated', lead);
      return () => {
        cameras.delete(camera);
        camera.off('updated', lead);
      };
    },
  };
}
