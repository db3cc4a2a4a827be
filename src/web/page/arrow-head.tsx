/** The head of a picture's arrows, which refer to it by its id in the page. */
export function ArrowHead({ id }: { readonly id: string }) {
  return (
    <defs>
      <marker
        id={id}
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerWidth="8"
        markerHeight="8"
        orient="auto"
      >
        <path d="M0 0L8 4L0 8z" />
      </marker>
    </defs>
  );
}
