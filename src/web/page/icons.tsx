/** The signs on buttons, drawn so that they look the same whatever fonts there are. */

const paths = {
  start: "M4 3v10M13 3L6 8l7 5z",
  back: "M8 3L2 8l6 5zM14 3L8 8l6 5z",
  previous: "M11 3L5 8l6 5z",
  play: "M4 2.5l9 5.5-9 5.5z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  next: "M5 3l6 5-6 5z",
  forward: "M2 3l6 5-6 5zM8 3l6 5-6 5z",
  end: "M12 3v10M3 3l7 5-7 5z",
  light: `M8 5a3 3 0 100 6 3 3 0 000-6zM8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.4 1.4
    M11.6 11.6L13 13M3 13l1.4-1.4M11.6 4.4L13 3`,
  dark: "M13 9.5A5.5 5.5 0 016.5 3a5.5 5.5 0 106.5 6.5z",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
