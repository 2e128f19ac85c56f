/// Admits tasks in the order of their arrival, as long as the sum of their weights stays within the capacity.
actor WeightedSemaphore {
    private var available: Int
    private var waiting: [(weight: Int, continuation: CheckedContinuation<Void, Never>)] = []

    init(_ capacity: Int) {
        available = capacity
    }

    /// The number of tasks that are not admitted yet.
    var waitingCount: Int { waiting.count }

    func acquire(_ weight: Int) async {
        if waiting.isEmpty, weight <= available {
            available -= weight
            return
        }
        await withCheckedContinuation { waiting.append((weight, $0)) }
    }

    func release(_ weight: Int) {
        available += weight
        while let next = waiting.first, next.weight <= available {
            waiting.removeFirst()
            available -= next.weight
            next.continuation.resume()
        }
    }
}
