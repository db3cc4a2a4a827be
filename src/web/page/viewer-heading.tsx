/** What the inspector has of a program, and what it has not. */
import type { FramedSystem } from "../actor-frames.ts";
import type { Frames } from "./use-frames.ts";

interface Props {
  readonly told: Frames;
  readonly system: FramedSystem | undefined;
}

export function ViewerHeading({ told, system }: Props) {
  const { frames, isConnected, notices } = told;
  return (
    <>
      <h1>Inspector</h1>
      {system && (
        <div class="chips" aria-label="Frames">
          <span class="chip">
            actors <b>{system.actors.size}</b>
          </span>
          <span class="chip">
            messages <b>{system.messages.length}</b>
          </span>
        </div>
      )}
      <div class="chips" role="status">
        {!isConnected && <span class="chip bad">relist has ended, or not begun</span>}
        {frames.passedOver > 0 && (
          <span class="chip bad">{`${frames.passedOver} frames could not be read`}</span>
        )}
        {notices.map((text) => (
          <span key={text} class="chip bad">
            {text}
          </span>
        ))}
      </div>
      <a href="/stately">Stately's viewer (needs the network)</a>
    </>
  );
}
