/** The records of the trace around the moment that is looked at. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { TraceRecord } from "../../model/trace.ts";
import { formatTime } from "../../trace/times.ts";
import { countUpTo } from "../search.ts";
import { useSize } from "./canvas.ts";
import { useRoving } from "./roving.ts";
import type { Stage } from "./stage.ts";

const lineHeight = 24;

interface Props extends Stage {
  readonly listed: readonly TraceRecord[];
}

export function Records({ run, place, chosen, listed, choose, goToRecord }: Props) {
  const body = useRef<HTMLDivElement>(null);
  const { height } = useSize(body);
  const [scrollTop, setScrollTop] = useState(0);
  const now = countUpTo(listed.length, (at) => listed[at]?.seq ?? 0, place.count) - 1;
  useEffect(() => {
    const { current } = body;
    if (current === null || height === 0) return;
    const top = now * lineHeight;
    const isSeen = top >= current.scrollTop && top + lineHeight <= current.scrollTop + height;
    if (!isSeen) current.scrollTop = Math.max(0, top - height * 0.6);
  }, [now, height, listed]);
  const first = Math.max(0, Math.floor(scrollTop / lineHeight) - 2);
  const last = Math.ceil((scrollTop + height) / lineHeight) + 2;
  const shown = listed.slice(first, last);
  const { list, item } = useRoving(shown.length, now, first);
  const words = useMemo(() => new Map<number, string>(), [run]);
  const wordsOf = (record: TraceRecord): string => {
    const known = words.get(record.seq) ?? run.wordsOf(record);
    words.set(record.seq, known);
    return known;
  };
  return (
    <div
      class="body flush"
      ref={body}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
    >
      {listed.length === 0 && <p class="faint">Nothing has happened yet: press Play, or Space.</p>}
      <div class="list" {...list} style={{ height: `${listed.length * lineHeight}px` }}>
        {shown.map((record, index) => {
          const { seq, type } = record;
          const isNow = first + index === now;
          const when = seq > place.count ? "later" : isNow ? "now" : "";
          return (
            <button
              key={seq}
              type="button"
              class={`record ${when} ${seq === chosen ? "chosen" : ""}`}
              style={{ top: `${(first + index) * lineHeight}px` }}
              aria-current={isNow}
              {...item(first + index)}
              onClick={() => {
                goToRecord(record);
                choose(seq);
              }}
            >
              <time>{formatTime(Math.max(0, run.msOf(seq)))}</time>
              <span class="kind">{type}</span>
              <span class="words" title={wordsOf(record)}>
                {wordsOf(record)}
              </span>
            </button>
          );
        })}
      </div>
    </div>
  );
}
