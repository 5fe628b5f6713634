package import Events

extension ProtoCookbook {
    /// Whether everybody may see it.
    package var isPublic: Bool {
        get { visibility != .private }
        set { visibility = ProtoVisibility.Value(rawValue: newValue ? 1 : 0) ?? .private }
    }
}
