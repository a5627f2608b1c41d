extension LayoutStyle {
  /// Makes a style that a function changes.
  ///
  ///     let card = LayoutStyle { style in
  ///       style.padding = Edges(8)
  ///       style.flexGrow = 1
  ///     }
  public init(_ configure: (inout LayoutStyle) -> Void) {
    self.init()
    configure(&self)
  }
}

extension FlexContainer {
  /// Makes a container that a function changes.
  public init(_ configure: (inout FlexContainer) -> Void) {
    self.init()
    configure(&self)
  }
}
