/**
 * Opens a page that measures one peer (a compared library or build) in a frame of its own. All frames are in one
 * process and on one thread.
 */
export async function frameOf(page, peer) {
  const frame = document.createElement('iframe');
  frame.src = `./${page}.html?peer=${encodeURIComponent(peer)}`;
  document.body.append(frame);
  await new Promise((resolve) => frame.addEventListener('load', resolve));
  return frame.contentWindow;
}

/** Name of the peer (compared library or build) that this frame measures. */
export const peerOfFrame = () => new URL(location.href).searchParams.get('peer');

const folder = (path) => new URL(path, location.href).href;
/** URLs of the folders that contain the files of the compared libraries' packages, by package. */
export const FOLDERS = { litert: folder('/litert/'), ort: folder('/ort/'), tfjs: folder('/tfjs/') };
