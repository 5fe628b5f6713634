package import Events

extension ProtoCookbook {
    /// Whether everyone may see the cookbook. Values of later versions count as private.
    package var isPublic: Bool {
        get { visibility == .public }
        set { visibility = newValue ? .public : .private }
    }
}
