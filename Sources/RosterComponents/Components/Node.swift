public struct Node<Message: Sendable>: Sendable {
}
