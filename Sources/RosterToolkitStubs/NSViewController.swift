#if os(Linux)
  public import Foundation

  /// What a window of an application shows.
  @MainActor open class NSViewController: NSObject {
    private var loadedView: NSView?

    /// Makes a controller.
    public init(nibName: String?, bundle: Bundle?) { super.init() }

    /// Makes a controller of an archive.
    public required init?(coder: NSCoder) { super.init() }

    /// What it shows, which is made when it is asked for.
    public var view: NSView {
      get {
        if loadedView == nil { loadView() }
        if let loadedView { return loadedView }
        preconditionFailure("a view controller has set no view in loadView()")
      }
      set { loadedView = newValue }
    }

    /// Makes the view.
    open func loadView() { view = NSView(frame: .zero) }

    /// The view is laid out.
    open func viewDidLayout() {}

    /// The view appears in a window, or gets another size.
    public func showByHand(_ size: CGSize, in window: NSWindow) {
      view.window = window
      view.setFrameSize(size)
      view.layoutSubtreeIfNeeded()
      viewDidLayout()
    }
  }
#endif
