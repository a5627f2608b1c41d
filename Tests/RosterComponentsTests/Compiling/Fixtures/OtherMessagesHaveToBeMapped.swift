import RosterComponents

private struct Post: Component {
  enum Message: Sendable { case like }

  func body(_ scope: Scope<Self>) -> Node<Message> { ViewNode("post") }
}

private struct Feed: Component {
  enum Message: Sendable { case post(Post.Message) }

  func body(_ scope: Scope<Self>) -> Node<Message> {
    ViewNode("feed")
    #if FAULTY
      // error: no exact matches in call to static method 'buildExpression'
      Post()
    #else
      Post().map { .post($0) }
    #endif
  }
}
