package import Events

extension ProtoCookbook {
    /// Whether everybody may see it: not what a later version may mean by something else.
    package var isPublic: Bool {
        get { visibility == .public }
        set { visibility = newValue ? .public : .private }
    }
}
