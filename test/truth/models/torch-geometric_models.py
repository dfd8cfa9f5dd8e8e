"""torch-geometric: message passing layers and models on a small graph (without loops, whose number depends on values)."""
import torch
import torch.nn.functional as F
from torch_geometric.data import Data
from torch_geometric.nn import (APPNP, GAT, GCN, GIN, EdgeConv, GATConv, GATv2Conv, GCNConv, GINConv, GraphConv, GraphSAGE, MessagePassing, NNConv,
                                SAGEConv, Sequential, TransformerConv, global_max_pool, global_mean_pool)
from torch_geometric.utils import degree, add_self_loops

from model_truth import account

NODES, EDGES = 100, 400


def edges():
    return torch.tensor([[i % NODES for i in range(EDGES)], [(7 * i + 1) % NODES for i in range(EDGES)]], device="cuda")


def graph():
    return torch.empty(NODES, 16, device="cuda"), edges()


class Layer(MessagePassing):
    """The layer of torch-geometric's tutorial."""

    def __init__(self, inputs, outputs):
        super().__init__(aggr="add")
        self.lin = torch.nn.Linear(inputs, outputs, bias=False)
        self.bias = torch.nn.Parameter(torch.empty(outputs))

    def forward(self, x, edge_index):
        edge_index, _ = add_self_loops(edge_index, num_nodes=x.size(0))
        x = self.lin(x)
        row, col = edge_index
        deg = degree(col, x.size(0), dtype=x.dtype)
        norm = deg.pow(-0.5)
        out = self.propagate(edge_index, x=x, norm=norm[row] * norm[col])
        return out + self.bias

    def message(self, x_j, norm):
        return norm.view(-1, 1) * x_j


class TwoLayers(torch.nn.Module):
    def __init__(self, conv, **options):
        super().__init__()
        self.conv1 = conv(16, 32, **options)
        self.conv2 = conv(32 * options.pop("heads", 1), 7, **options)

    def forward(self, x, edge_index):
        x = F.relu(self.conv1(x, edge_index))
        x = F.dropout(x, training=self.training)
        return F.log_softmax(self.conv2(x, edge_index), dim=1)


class Classifier(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = GCNConv(16, 32, add_self_loops=False)
        self.lin = torch.nn.Linear(64, 2)

    def forward(self, x, edge_index, batch):
        x = self.conv(x, edge_index).relu()
        return self.lin(torch.cat([global_mean_pool(x, batch, 4), global_max_pool(x, batch, 4)], dim=1))


def mlp(a, b):
    return torch.nn.Sequential(torch.nn.Linear(a, b), torch.nn.ReLU(), torch.nn.Linear(b, b))


account("torch-geometric/tutorial/fp32", lambda: Layer(16, 32), graph)
account("torch-geometric/GCNConv/fp32", lambda: TwoLayers(GCNConv, add_self_loops=False), graph)
account("torch-geometric/GATConv/fp32", lambda: TwoLayers(GATConv, heads=4, add_self_loops=False), graph)
account("torch-geometric/GATv2Conv/amp-bf16", lambda: TwoLayers(GATv2Conv, heads=2, add_self_loops=False), graph, precision="amp-bf16")
account("torch-geometric/SAGEConv/fp32", lambda: TwoLayers(SAGEConv), graph)
account("torch-geometric/GraphConv/fp32", lambda: TwoLayers(GraphConv), graph)
account("torch-geometric/TransformerConv/fp32", lambda: TwoLayers(TransformerConv, heads=2), graph)
account("torch-geometric/GINConv/fp32", lambda: GINConv(mlp(16, 32), train_eps=True), graph)
account("torch-geometric/EdgeConv/fp32", lambda: EdgeConv(mlp(32, 32)), graph)
account("torch-geometric/APPNP/fp32", lambda: Sequential("x, edge_index", [(torch.nn.Linear(16, 8), "x -> x"), (APPNP(K=3, alpha=0.1, add_self_loops=False), "x, edge_index -> x")]), graph)
account("torch-geometric/NNConv/fp32", lambda: NNConv(16, 32, mlp(4, 16 * 32)), lambda: (*graph(), torch.empty(EDGES, 4, device="cuda")))
account("torch-geometric/GCN/fp32", lambda: GCN(16, 32, num_layers=3, out_channels=7, dropout=0.5, add_self_loops=False), graph)
account("torch-geometric/GraphSAGE/fp32", lambda: GraphSAGE(16, 32, num_layers=2, out_channels=7), graph)
account("torch-geometric/GAT/fp32", lambda: GAT(16, 32, num_layers=2, out_channels=7, heads=4, add_self_loops=False), graph)
account("torch-geometric/GIN/fp32", lambda: GIN(16, 32, num_layers=2, out_channels=7), graph)
account("torch-geometric/pooled/fp32", Classifier, lambda: (*graph(), torch.tensor([i // 25 for i in range(NODES)], device="cuda")))
account("torch-geometric/Data/fp32", lambda: TwoLayers(GCNConv, add_self_loops=False), lambda: (Data(x=torch.empty(NODES, 16), edge_index=edges()).to("cuda"),),
        call=lambda model, data: model(data.x, data.edge_index))
