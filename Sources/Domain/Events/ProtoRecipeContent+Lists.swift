extension ProtoRecipeContent {
    /// Appends in place. A message's own accessors hand out a copy and take it back, so that each `content.steps.append` copies
    /// all steps, and as many as a hostile page has cost their number squared. O(1), amortised.
    package mutating func append<Element>(_ element: Element, to list: WritableKeyPath<Self, [Element]>) {
        var elements = self[keyPath: list]
        // From here on no other value holds them.
        self[keyPath: list] = []
        elements.append(element)
        self[keyPath: list] = elements
    }
}
