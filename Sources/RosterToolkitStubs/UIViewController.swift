#if os(Linux)
  public import Foundation

  /// A screen of an application.
  @MainActor open class UIViewController: UIResponder {
    private var loadedView: UIView?

    /// Makes a screen.
    public init(nibName: String?, bundle: Bundle?) { super.init() }

    /// Makes a screen of an archive.
    public required init?(coder: NSCoder) { super.init() }

    /// What it shows, which is made when it is asked for.
    public var view: UIView {
      get {
        if loadedView == nil {
          loadView()
          viewDidLoad()
        }
        if let loadedView { return loadedView }
        preconditionFailure("a view controller has set no view in loadView()")
      }
      set { loadedView = newValue }
    }

    /// Makes the view.
    open func loadView() { view = UIView(frame: .zero) }

    /// The view is made.
    open func viewDidLoad() {}

    /// The view is laid out.
    open func viewDidLayoutSubviews() {}

    /// The screen appears in a window, or gets another size.
    public func showByHand(_ size: CGSize, in window: UIWindow) {
      view.window = window
      view.bounds.size = size
      view.layoutIfNeeded()
      viewDidLayoutSubviews()
    }
  }
#endif
