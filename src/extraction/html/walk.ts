import { PageElement, type PageNode } from "./element.ts";

export interface Visitor {
  /** False: nothing below it is visited, and it is not left. */
  enter(element: PageElement): boolean;
  leave(element: PageElement): void;
  text(text: string, parent: PageElement): void;
}

interface Frame {
  readonly element: PageElement;
  next: number;
}

/** Depth first, with a stack of its own: how deep a page nests is no matter. Children may be replaced on entering. */
export function walk(root: PageElement, visitor: Visitor): void {
  if (!visitor.enter(root)) return;
  const stack: Frame[] = [{ element: root, next: 0 }];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const child: PageNode | undefined = frame.element.children[frame.next++];
    if (child === undefined) {
      stack.pop();
      visitor.leave(frame.element);
    } else if (typeof child === "string") visitor.text(child, frame.element);
    else if (visitor.enter(child)) stack.push({ element: child, next: 0 });
  }
}
